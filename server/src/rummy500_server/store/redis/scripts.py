"""What Redis does in one step, in Lua.

Scripts and not a library of functions: a script travels with its call to whatever node of a
cluster has the keys, after a failover too, and the scripts of two versions of this program do not
get in each other's way while one takes the place of the other.
"""

from __future__ import annotations

from hashlib import sha1
from typing import Final


class Script:
    """A script and the name by which Redis knows it once it has seen it."""

    __slots__ = ("sha", "source")

    def __init__(self, source: str) -> None:
        self.source = source.encode()
        self.sha = sha1(self.source, usedforsecurity=False).hexdigest().encode()


_NOW: Final = """
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
"""

CREATE: Final = Script(
    _NOW
    + """
-- K: journal, meta, tombstone.  A: mark, entry, fields and values of the listing...
-- Never touches an existing table: a resend finds what the first attempt made.
local v = redis.call('HGET', KEYS[2], 'v')
if v then return {'exists', v, redis.call('HGET', KEYS[2], 'n')} end
if redis.call('EXISTS', KEYS[3]) == 1 then return {'gone'} end
local made = string.format('%.0f', clock[1] * 1000000 + clock[2])
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('XADD', KEYS[1], '1-0', 'c', ARGV[1], 'p', '', 't', now, 'e', ARGV[2])
redis.call('HSET', KEYS[2], 'v', 1, 'c', ARGV[1], 't', now, 'n', made, unpack(ARGV, 3))
return {'ok', now, made}
"""
)

APPEND: Final = Script(
    _NOW
    + """
-- K: journal, meta.
-- A: expected version and mark, new mark, not before (ms, 0), entry, channel ('' to tell nobody),
--    fields and values of the listing...
-- Returns which fields of the listing are other ones now.
local m = redis.call('HMGET', KEYS[2], 'v', 'c', 't', 'n')
if not m[1] then return {'gone'} end
if m[1] ~= ARGV[1] or m[2] ~= ARGV[2] then
  return {'conflict', m[1], m[2], redis.call('XRANGE', KEYS[1], ARGV[1] .. '-0', '+')}
end
if now < tonumber(ARGV[4]) then return {'early', now} end
if now < tonumber(m[3]) then now = tonumber(m[3]) end  -- a journal's time never runs backwards
local v = string.format('%.0f', m[1] + 1)
redis.call('XADD', KEYS[1], v .. '-0', 'c', ARGV[3], 'p', ARGV[2], 't', now, 'e', ARGV[5])
local changed = {}
for i = 7, #ARGV, 2 do
  if redis.call('HGET', KEYS[2], ARGV[i]) ~= ARGV[i + 1] then table.insert(changed, ARGV[i]) end
end
redis.call('HSET', KEYS[2], 'v', v, 'c', ARGV[3], 't', now, unpack(ARGV, 7))
if ARGV[6] ~= '' then
  local head = string.format('%s %.0f %d %d ', v, now, #ARGV[3], #ARGV[2])
  redis.call('PUBLISH', ARGV[6], head .. ARGV[3] .. ARGV[2] .. ARGV[5])
end
return {'ok', now, m[4], changed}
"""
)

TAIL: Final = Script(
    """
-- K: journal, meta.  A: version.
local m = redis.call('HMGET', KEYS[2], 'v', 'c')
if not m[1] then return {'gone'} end
return {'tail', m[1], m[2], redis.call('XRANGE', KEYS[1], ARGV[1] .. '-0', '+')}
"""
)

RETIRE: Final = Script(
    """
-- K: journal, meta, tombstone.  A: lifetime of the tombstone (ms).  Returns who sat there.
local m = redis.call('HMGET', KEYS[2], 'v', 'pl')
if not m[1] then return false end
redis.call('SET', KEYS[3], '', 'PX', ARGV[1])
redis.call('DEL', KEYS[1], KEYS[2])
return m[2]
"""
)

BEAT: Final = Script(
    _NOW
    + """
-- K: nodes.  A: node, lifetime (ms).
local before = redis.call('ZSCORE', KEYS[1], ARGV[1])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
return {now, before or '', redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')}
"""
)

LIST: Final = Script(
    _NOW
    + """
-- K: rows, order, fresh.  A: id, place in the order, row, channel.
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
redis.call('ZADD', KEYS[3], now, ARGV[1])
redis.call('PUBLISH', ARGV[4], '')
return 1
"""
)

UNLIST: Final = Script(
    """
-- K: rows, order, fresh.  A: id, channel.
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('PUBLISH', ARGV[2], '')
return redis.call('ZREM', KEYS[3], ARGV[1])
"""
)

REFRESH: Final = Script(
    _NOW
    + """
-- K: fresh.  A: ids...  Returns those that are not listed, though they should be.
local missing = {}
for _, id in ipairs(ARGV) do
  if redis.call('ZSCORE', KEYS[1], id) then
    redis.call('ZADD', KEYS[1], now, id)
  else
    table.insert(missing, id)
  end
end
return missing
"""
)

ROWS: Final = Script(
    _NOW
    + """
-- K: rows, order, fresh.  A: how many, lifetime of a row (ms).
local old = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now - ARGV[2])
for _, id in ipairs(old) do
  redis.call('HDEL', KEYS[1], id)
  redis.call('ZREM', KEYS[2], id)
  redis.call('ZREM', KEYS[3], id)
end
local ids = redis.call('ZREVRANGE', KEYS[2], 0, ARGV[1] - 1)
if #ids == 0 then return {} end
return redis.call('HMGET', KEYS[1], unpack(ids))
"""
)
