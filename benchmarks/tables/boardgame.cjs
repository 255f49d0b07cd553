// A four-seat table on boardgame.io: hidden hands, draw, discard. No rules beyond whose turn it is.
// node boardgame.cjs PORT: prints "ready" when it listens. What it stores is in its memory.
const { Server } = require('boardgame.io/server')
const { INVALID_MOVE, PlayerView } = require('boardgame.io/core')

const HAND = 7

function deal({ ctx, random }) {
  const stock = random.Shuffle(Array.from({ length: 52 }, (_, card) => card))
  const players = {}
  for (const seat of ctx.playOrder) players[seat] = { hand: stock.splice(0, HAND) }
  const pile = [stock.pop()]
  const counts = ctx.playOrder.map(() => HAND)
  return { secret: { stock }, players, counts, pile, left: stock.length, drawn: false }
}

function draw({ G, playerID, random }) {
  if (G.drawn) return INVALID_MOVE
  const { secret, players } = G
  if (secret.stock.length === 0) {
    const top = G.pile.pop()
    secret.stock = random.Shuffle(G.pile)
    G.pile = [top]
  }
  players[playerID].hand.push(secret.stock.pop())
  G.counts[playerID] += 1
  G.left = secret.stock.length
  G.drawn = true
}

function discard({ G, playerID, events }, place) {
  const hand = G.players[playerID].hand
  if (!G.drawn || !(place in hand)) return INVALID_MOVE
  G.pile.push(...hand.splice(place, 1))
  G.counts[playerID] -= 1
  G.drawn = false
  events.endTurn()
}

const game = {
  name: 'cards',
  setup: deal,
  playerView: PlayerView.STRIP_SECRETS, // each seat is sent its own hand and no other
  disableUndo: true,
  minPlayers: 4,
  maxPlayers: 4,
  moves: { draw: { move: draw, client: false }, discard: { move: discard, client: false } },
}

Server({ games: [game], origins: [/.*/] }).run(Number(process.argv[2]), () => console.log('ready'))
