/** Says what the clock of a sandbox shows, and moves it forwards. */
import type { TestClock, TestClockStep, TestClockWay } from '@airside/client'
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

/** "2026-12-16 09:41Z  3 access tokens end". */
const lineOf = ({ at, kind, count, reminder, entityId }: TestClockStep): string => {
  const what = (reminder ?? kind).toLowerCase().replaceAll('_', ' ')
  const which = entityId === null ? '' : `  ${entityId}`
  return `  ${at.slice(0, 16).replace('T', ' ')}Z  ${count} × ${reminder === null ? '' : 'reminder: '}${what}${which}`
}

const linesOf = ({ stepList, moreCount }: TestClockWay): string[] => {
  if (stepList.length === 0) return ['On the way: nothing']
  const more = moreCount > 0 ? [`  and ${moreCount} more`] : []
  return ['On the way:', ...stepList.map(lineOf), ...more]
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
  options: {
    look: { type: 'boolean', text: 'say what would happen on the way, and move nothing' },
  },
  examples: [
    'airside clock --environment sandbox',
    'airside clock +30m -e sandbox',
    'airside clock +30d -e sandbox --look',
    'airside clock +30d -e sandbox --json',
  ],
  run: async ({ client, terminal, isJson, signal, words: [by], flag }) => {
    const seconds = by === undefined ? null : secondsIn(by)
    const airside = await client()
    const before = await airside.testClock(signal)
    if (before === null)
      throw new Problem(
        `${airside.origin} is production, which keeps the world's time`,
        'Use a profile of the sandbox: airside clock --environment sandbox',
      )
    const isLook = flag('look')
    if (isLook && seconds === null) throw misuse('--look needs a time to look ahead', HOW)
    const way = seconds === null ? null : await airside.testClockWay(seconds, signal)
    if (way && !isJson) for (const line of linesOf(way)) terminal.say(line)
    const isMoved = seconds !== null && !isLook
    const shown = isMoved ? await airside.advanceTestClock(seconds, signal) : { ...before, way }
    if (isJson) terminal.say(JSON.stringify(seconds === null ? before : shown))
    else for (const line of fieldsTable(rowsOf(shown), terminal.width, terminal.paint)) terminal.say(line)
    return undefined
  },
}
