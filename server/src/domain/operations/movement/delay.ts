/** Delays and their codes. */
import { minutesBetween } from '../../interval.ts'
import { type Problem, textProblems } from '../../problem.ts'
import { type Warning, warning } from '../../warning.ts'
import { toReaders } from '../../wording.ts'

export interface Delay {
  /** IATA AHM 730 and 731. */
  readonly code: string
  readonly minutes: number
  readonly note: string | null
}

const CODE = /^[0-9]{2}[A-Z]?$/
const MAX_DELAYS = 10
const MAX_DELAY_MINUTES = 10_000

export const delayProblems = (list: readonly Delay[]): Problem[] => {
  if (list.length > MAX_DELAYS) return [{ path: ['delayList'], message: `There are at most ${MAX_DELAYS} delays` }]
  return list.flatMap(({ code, minutes, note }, index) => {
    const path = ['delayList', String(index)]
    const problems = textProblems([...path, 'note'], note, { most: 500, severalLines: true })
    if (!CODE.test(code)) {
      problems.push({
        path: [...path, 'code'],
        message: 'A delay code has two digits and perhaps a letter, e.g. 41 or 93A',
      })
    }
    if (minutes < 1 || minutes > MAX_DELAY_MINUTES) {
      problems.push({ path: [...path, 'minutes'], message: `A delay has 1 to ${MAX_DELAY_MINUTES} minutes` })
    }
    return problems
  })
}

/** Warns where the delays do not add up to how late the aircraft left its block. */
export const delayWarnings = (
  list: readonly Delay[],
  plannedOffBlock: number,
  actualOffBlock: number | null,
): Warning[] => {
  if (list.length === 0 || actualOffBlock === null) return []
  const late = Math.max(0, minutesBetween(plannedOffBlock, actualOffBlock))
  const sum = list.reduce((minutes, delay) => minutes + delay.minutes, 0)
  if (sum === late) return []
  const full = `The delays come to ${sum} minutes, off-block was ${late} minutes late`
  return [
    warning('DELAY_SUM', toReaders('flight:read', full, 'The delays do not come to how late the flight left'), [
      'input',
      'delayList',
    ]),
  ]
}
