/** The reports of a file's parts as one, with lines by their number in the file. */
import type { FilePart } from './file-parts.ts'
import type { ImportReport } from './queries.ts'

/** More lines are not shown; those with problems come first. */
const MAX_LINES_SHOWN = 100

export type Line = ImportReport['lineList'][number]
export type Problem = ImportReport['problemList'][number]

const moved = <T extends { readonly line: number }>(list: readonly T[], { offset }: FilePart): T[] =>
  list.map((one) => ({ ...one, line: one.line + offset }))

/** Says of a line where it stands in the whole file. */
export const inFile = (report: ImportReport, part: FilePart): ImportReport => ({
  ...report,
  lineList: moved(report.lineList, part),
  problemList: moved(report.problemList, part),
  warningList: moved(report.warningList, part),
})

/** A part with a problem was not written, also where a line of it is fine. */
export const asWritten = (report: ImportReport): ImportReport =>
  report.problemCount === 0
    ? report
    : { ...report, lineList: report.lineList.map((line) => ({ ...line, outcome: null })) }

interface WrongLines {
  /** Those that are here with their cells. */
  readonly lines: readonly Line[]
  readonly count: number
  /** False where problems were too many to be told: there may be more wrong lines than `count`. */
  readonly isCountWhole: boolean
}

export const wrongLinesOf = ({ lineList, problemList, problemCount }: ImportReport): WrongLines => {
  const wrong = new Set(problemList.map(({ line }) => line))
  const lines = lineList.filter(({ line }) => wrong.has(line))
  return { lines, count: wrong.size, isCountWhole: problemCount === problemList.length }
}

const shownLines = (lines: readonly Line[], problems: readonly Problem[]): Line[] => {
  const wrong = new Set(problems.map(({ line }) => line))
  const isWrong = ({ line }: Line) => wrong.has(line)
  return [...lines.filter(isWrong), ...lines.filter((line) => !isWrong(line))]
    .slice(0, MAX_LINES_SHOWN)
    .sort((a, b) => a.line - b.line)
}

export const mergedReport = (reports: readonly ImportReport[]): ImportReport | null => {
  const [first] = reports
  if (!first) return null
  const sum = (count: (report: ImportReport) => number) => reports.reduce((all, report) => all + count(report), 0)
  const problemList = reports.flatMap((report) => report.problemList)
  return {
    ...first,
    importId: reports.find(({ importId }) => importId !== null)?.importId ?? null,
    createdCount: sum(({ createdCount }) => createdCount),
    updatedCount: sum(({ updatedCount }) => updatedCount),
    unchangedCount: sum(({ unchangedCount }) => unchangedCount),
    lineCount: sum(({ lineCount }) => lineCount),
    lineList: shownLines(
      reports.flatMap((report) => report.lineList),
      problemList,
    ),
    problemCount: sum(({ problemCount }) => problemCount),
    problemList,
    warningCount: sum(({ warningCount }) => warningCount),
    warningList: reports.flatMap((report) => report.warningList),
  }
}
