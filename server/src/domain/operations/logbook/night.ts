/** How long a flight was in the night: by the sun over each place of its great circle, minute by minute. */
import { MINUTE_MS, minutesBetween } from '../../interval.ts'
import { type Place, placeBetween } from '../../reference/great-circle.ts'
import { isNight } from '../../reference/sun.ts'

export interface FlownPath {
  readonly from: Place
  readonly to: Place
  readonly offBlock: number
  readonly takeOff: number
  readonly landing: number
  readonly onBlock: number
}

const placeAt = ({ from, to, takeOff, landing }: FlownPath, time: number): Place => {
  if (time <= takeOff || landing <= takeOff) return from
  return time >= landing ? to : placeBetween(from, to, (time - takeOff) / (landing - takeOff))
}

/** From off-block to on-block; a minute counts by the sun in its middle. At most as many as the block takes. */
export const nightMinutes = (path: FlownPath): number => {
  let night = 0
  const minutes = minutesBetween(path.offBlock, path.onBlock)
  for (let minute = 0; minute < minutes; minute++) {
    const time = path.offBlock + (minute + 0.5) * MINUTE_MS
    if (isNight(placeAt(path, time), time)) night++
  }
  return night
}
