#!/usr/bin/env node
// A complete bot in Node.js: it answers the engine protocol on standard input and output.
//
// It plays its strongest card while its team does not hold the trick, and its weakest when it does.
import { createInterface } from 'node:readline';

const RANKS = '123456789DMHKGC';
let game; // the newgame message; seen: the number of events so far, null after a gap
let trump = '';
let table = []; // [seat, card] of the trick that is being played

function strength(card) {
  if (card === '?') return 150; // a trump that lies face down
  let rank = RANKS.indexOf(card[1]);
  if ('KOG'.includes(card[0]) && rank < 9) rank = 8 - rank; // in round suits the one is the best of the pips
  return rank + (card[0] === trump || card === 'PD' ? 100 : 0);
}

function see(event) {
  if (event.okie) trump = event.okie[0];
  else if (event.type === 'action' && event.action.startsWith('play ')) table.push([event.seat, event.action.slice(5)]);
  else if (event.type === 'trick') table = [];
}

function holder() { // the seat that would win the trick as it lies
  const suit = table[0][1][0];
  const worth = ([, card]) => (card[0] === suit || strength(card) >= 100 ? strength(card) : -1);
  return table.reduce((best, play) => (worth(play) > worth(best) ? play : best))[0];
}

function choose(legal, seed) {
  if (game.id !== 'meri') return legal[seed % legal.length]; // a game that it knows nothing of
  if (!legal[0].includes(' ')) // accept or redeal, declare or hide, take or leave
    return legal.includes('take') ? 'take' : legal[seed % legal.length];
  const sorted = [...legal].sort((a, b) => strength(a.split(' ')[1]) - strength(b.split(' ')[1]));
  if (legal[0].startsWith('discard')) return sorted[0];
  const ours = table.length > 0 && (holder() - game.seat) % 2 === 0;
  return ours ? sorted[0] : sorted[sorted.length - 1];
}

function answer(m) {
  switch (m.type) {
    case 'hello':
      return { type: 'engine', protocol: 1, name: 'example-node', version: '1.0',
        features: ['stateful', 'seed'] };
    case 'ping':
      return { type: 'pong', id: m.id };
    case 'newgame':
      game = { ...m, seen: 0 };
      table = [];
      return { type: 'ok', re: 'newgame', game: m.game };
    case 'events':
      if (m.seq === 0) { game.seen = 0; table = []; } // from the start, perhaps again
      if (m.seq !== game.seen) { game.seen = null; return; }
      game.seen += m.events.length;
      m.events.forEach(see);
      return;
    case 'go':
      if (game.seen === null) return { type: 'error', id: m.id, code: 'resync', message: 'I have missed some events' };
      return { type: 'best', id: m.id, action: choose(m.legal, m.seed) };
    case 'set':
      return { type: 'ok', re: 'set' };
    case 'stop': case 'cancel': case 'result':
      return;
    case 'quit':
      process.exit(0);
    default:
      return { type: 'error', code: 'unknown_message', message: `I know no message ${m.type}` };
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const reply = answer(JSON.parse(line));
  if (reply) process.stdout.write(JSON.stringify(reply) + '\n');
});
