/** Says what the clock of a sandbox shows, and moves it forwards. */
import type { TestClock } from '@airside/client'
import type { Command } from '../command.ts'
import { misuse, Problem } from '../problem.ts'
import { fieldsTable } from '../terminal/table.ts'

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }
const HOW = 'It goes forwards only. Give a number with s, m, h, d or w: airside clock +30d'

/** "+30d" as seconds. */
const secondsIn = (text: string): number => {
  const [, number = '', unit = ''] = /^\+(\d{1,9})([smhdw])$/.exec(text) ?? []
  const seconds = Number(number) * (UNITS[unit] ?? 0)
  if (seconds < 1) throw misuse(`"${text}" is no time to move the clock by`, HOW)
  return seconds
}

/** "30 d 2 h 5 min", without the parts that are nothing. */
const wordsOf = (seconds: number): string => {
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor((seconds % 86_400) / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'min'],
    [seconds % 60, 's'],
  ]
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ') || 'nothing'
}

const rowsOf = ({ now, aheadSeconds, mostSeconds }: TestClock) => ({
  clock: now,
  ahead: wordsOf(aheadSeconds),
  'at most': wordsOf(mostSeconds),
})

export const clock: Command = {
  name: 'clock',
  summary: 'the clock of a sandbox; move it forwards',
  words: '[+<time>]',
  minWords: 0,
  maxWords: 1,
  options: {},
  examples: [
    'airside clock --environment sandbox',
    'airside clock +30m -e sandbox',
    'airside clock +30d -e sandbox --json',
  ],
  run: async ({ client, terminal, isJson, signal, words: [by] }) => {
    const seconds = by === undefined ? null : secondsIn(by)
    const airside = await client()
    const before = await airside.testClock(signal)
    if (before === null)
      throw new Problem(
        `${airside.origin} is production, which keeps the world's time`,
        'Use a profile of the sandbox: airside clock --environment sandbox',
      )
    const shown = seconds === null ? before : await airside.advanceTestClock(seconds, signal)
    if (isJson) terminal.say(JSON.stringify(shown))
    else for (const line of fieldsTable(rowsOf(shown), terminal.width, terminal.paint)) terminal.say(line)
    return undefined
  },
}
