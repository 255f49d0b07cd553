// A four-seat table on Colyseus: hidden hands, draw, discard. No rules beyond whose turn it is.
// node colyseus.mjs PORT [REDIS_PORT]: prints "ready" when it listens. With a Redis each move is
// stored by one script call before it is broadcast, which Colyseus leaves to its users.
import { createServer } from 'node:http'
import { Room, Server } from '@colyseus/core'
import { schema, StateView, t } from '@colyseus/schema'
import { WebSocketTransport } from '@colyseus/ws-transport'
import Redis from 'ioredis'

const [port, redisPort] = process.argv.slice(2).map(Number)
const HAND = 7
const STORE = `redis.call('XADD', KEYS[1], 'MAXLEN', '~', 500, '*', 'e', ARGV[1])
redis.call('HSET', KEYS[2], 's', ARGV[2], 'n', ARGV[3])
return 1`

const redis = redisPort ? new Redis(redisPort) : null
const script = redis ? await redis.script('LOAD', STORE) : ''

const Seat = schema({ hand: t.array('uint8').view(), count: t.uint8() }, 'Seat')
const Table = schema(
  {
    seats: t.array(Seat),
    pile: t.array('uint8'),
    left: t.uint8(),
    turn: t.uint8(),
    drawn: t.boolean(),
    moves: t.uint32(),
  },
  'Table'
)

function shuffle(cards) {
  for (let last = cards.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1))
    ;[cards[last], cards[other]] = [cards[other], cards[last]]
  }
  return cards
}

class Cards extends Room {
  maxClients = 4
  patchRate = null // news go out with each move, not with the next tick
  seatReservationTimeout = 120

  onCreate() {
    this.stock = shuffle(Array.from({ length: 52 }, (_, card) => card))
    this.seatOf = new Map()
    this.state = Object.assign(new Table(), { turn: 0, drawn: false, moves: 0 })
    for (let number = 0; number < 4; number++) {
      const seat = new Seat()
      seat.hand.push(...this.stock.splice(0, HAND))
      seat.count = HAND
      this.state.seats.push(seat)
    }
    this.state.pile.push(this.stock.pop())
    this.state.left = this.stock.length
    this.onMessage('draw', (client) => this.play(client, this.draw))
    this.onMessage('discard', (client, { place }) => this.play(client, this.discard, place))
  }

  onJoin(client) {
    const number = this.seatOf.size
    this.seatOf.set(client.sessionId, number)
    client.view = new StateView()
    client.view.add(this.state.seats[number]) // its own hand and no other
  }

  play(client, act, place) {
    const number = this.seatOf.get(client.sessionId)
    if (number !== this.state.turn || !act.call(this, this.state.seats[number], place)) return
    this.state.left = this.stock.length
    this.state.moves += 1
    if (redis) this.store([number, place]).then(() => this.broadcastPatch())
    else this.broadcastPatch()
  }

  draw(seat) {
    if (this.state.drawn) return false
    if (this.stock.length === 0) {
      const top = this.state.pile.pop()
      this.stock = shuffle([...this.state.pile])
      this.state.pile.clear()
      this.state.pile.push(top)
    }
    seat.hand.push(this.stock.pop())
    seat.count = seat.hand.length
    return (this.state.drawn = true)
  }

  discard(seat, place) {
    if (!this.state.drawn || !(place < seat.hand.length)) return false
    this.state.pile.push(...seat.hand.splice(place, 1))
    seat.count = seat.hand.length
    this.state.drawn = false
    this.state.turn = (this.state.turn + 1) % 4
    return true
  }

  store(move) {
    const { seats, pile, turn, drawn, moves } = this.state
    const hands = seats.map((seat) => [...seat.hand])
    const whole = JSON.stringify([hands, this.stock, [...pile], turn, drawn])
    const keys = [`t:${this.roomId}:moves`, `t:${this.roomId}:table`]
    return redis.evalsha(script, 2, ...keys, JSON.stringify(move), whole, moves)
  }
}

const server = new Server({
  transport: new WebSocketTransport({ server: createServer() }),
  greet: false,
})
server.define('cards', Cards)
await server.listen(port)
console.log('ready')
