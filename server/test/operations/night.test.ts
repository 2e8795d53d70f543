/**
 * Night by sun and position (data §12), against an independent almanac within a minute. The figures below are not ours:
 * they were computed with the package astronomy-engine 2.1.19 (by Don Cross; a model of the solar system after VSOP87,
 * apparent places with aberration and nutation, seen from the surface), which is not part of this project: the moment at
 * which the sun’s centre passes 6 degrees below the horizon without refraction, and for flights its height every five
 * seconds along the great circle.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nightMinutes } from '../../src/domain/operations/logbook/night.ts'
import { isNight } from '../../src/domain/reference/sun.ts'

const MINUTE_MS = 60_000

/** Place, latitude, longitude, beginning of morning and end of evening civil twilight. */
const ALMANAC = [
  ['LSZH', 47.4647, 8.5492, '2026-11-11T05:51:18Z', '2026-11-11T16:27:45Z'],
  ['EGLF', 51.2758, -0.7763, '2026-06-21T02:59:43Z', '2026-06-21T21:10:06Z'],
  ['KTEB', 40.8501, -74.0608, '2026-03-08T10:51:49Z', '2026-03-08T23:22:43Z'],
  ['ENTC', 69.6833, 18.9189, '2026-02-01T07:01:46Z', '2026-02-01T14:55:11Z'],
  ['BIKF', 63.985, -22.6056, '2026-05-05T03:36:29Z', '2026-05-05T23:21:45Z'],
  ['OMDB', 25.2528, 55.3644, '2026-09-22T01:44:11Z', '2026-09-22T14:38:03Z'],
  ['FACT', -33.9649, 18.6017, '2026-12-21T03:01:46Z', '2026-12-21T18:25:29Z'],
  ['YSSY', -33.9461, 151.1772, '2026-07-03T20:33:35Z', '2026-07-04T07:25:51Z'],
  ['SEQM', -0.1292, -78.3575, '2026-03-20T10:56:53Z', '2026-03-20T23:44:42Z'],
  ['NFFN', -17.7554, 177.4431, '2026-10-09T17:23:41Z', '2026-10-10T06:31:18Z'],
] as const

for (const [code, latitude, longitude, dawn, dusk] of ALMANAC) {
  const place = { latitude, longitude }
  test(`night at ${code} ends and begins within a minute of the almanac`, () => {
    const [ends, begins] = [Date.parse(dawn), Date.parse(dusk)]
    assert.equal(isNight(place, ends - MINUTE_MS), true, 'a minute before dawn')
    assert.equal(isNight(place, ends + MINUTE_MS), false, 'a minute after dawn')
    assert.equal(isNight(place, begins - MINUTE_MS), false, 'a minute before dusk')
    assert.equal(isNight(place, begins + MINUTE_MS), true, 'a minute after dusk')
  })

  test(`the night minutes of a flight around ${code} agree with the almanac within a minute`, () => {
    const begins = Date.parse(dusk)
    const stay = { from: place, to: place, takeOff: begins - 25 * MINUTE_MS, landing: begins + 25 * MINUTE_MS }
    const night = nightMinutes({ ...stay, offBlock: begins - 30 * MINUTE_MS, onBlock: begins + 30 * MINUTE_MS })
    assert.ok(Math.abs(night - 30) <= 1, `${night} minutes`)
  })
}

const placeOf = (code: string) => {
  const [, latitude, longitude] = ALMANAC.find(([known]) => known === code) ?? ['', 0, 0]
  return { latitude, longitude }
}

/** From, to, off-block, then minutes after it: take-off, landing, on-block; and the almanac's minutes of night. */
const FLIGHTS = [
  ['KTEB', 'EGLF', '2026-06-21T23:00:00Z', 10, 400, 405, 199.42],
  ['LSZH', 'OMDB', '2026-11-11T12:00:00Z', 10, 355, 360, 182.0],
  ['NFFN', 'KTEB', '2026-10-10T02:00:00Z', 12, 860, 870, 464.67],
] as const

for (const [adep, ades, offBlock, takeOff, landing, onBlock, expected] of FLIGHTS) {
  test(`the night minutes from ${adep} to ${ades} agree with the almanac within a minute`, () => {
    const start = Date.parse(offBlock)
    const after = (minutes: number) => start + minutes * MINUTE_MS
    const night = nightMinutes({
      from: placeOf(adep),
      to: placeOf(ades),
      offBlock: start,
      takeOff: after(takeOff),
      landing: after(landing),
      onBlock: after(onBlock),
    })
    assert.ok(Math.abs(night - expected) <= 1, `${night} minutes, the almanac has ${expected}`)
  })
}
