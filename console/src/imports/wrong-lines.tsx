/** The lines that cannot be imported as a file of their own, each with what is wrong: to mend them in a spreadsheet. */
import { Button } from '@mantine/core'
import { Icon } from '../parts/icon.tsx'
import { grouped } from '../text/count.ts'
import { type CsvColumn, csvText } from '../text/csv.ts'
import { type Line, wrongLinesOf } from './merged-report.ts'
import type { ImportReport } from './queries.ts'

const wrongFile = ({ columnList, problemList }: ImportReport, lines: readonly Line[]): string => {
  const problems = Map.groupBy(problemList, ({ line }) => line)
  const columns: CsvColumn<Line>[] = columnList.map((name, index) => ({ name, of: ({ cellList }) => cellList[index] }))
  const why = ({ line }: Line) =>
    (problems.get(line) ?? []).map(({ field, message }) => `${field === null ? '' : `${field}: `}${message}`).join('; ')
  const told: CsvColumn<Line>[] = [
    { name: 'line', of: ({ line }) => line },
    { name: 'what is wrong', of: why },
  ]
  return csvText([...columns, ...told], lines)
}

export const WrongLines = ({ report }: { readonly report: ImportReport }) => {
  const { lines, count, isCountWhole } = wrongLinesOf(report)
  if (lines.length === 0) return null
  return (
    <Button
      component="a"
      size="xs"
      href={`data:text/csv;charset=utf-8,${encodeURIComponent(wrongFile(report, lines))}`}
      download="lines-to-mend.csv"
      leftSection={<Icon name="download" />}
    >
      {lines.length === count && isCountWhole
        ? 'The wrong lines, with reasons'
        : `${lines.length} of ${isCountWhole ? '' : 'at least '}${grouped(count)} wrong lines, with reasons`}
    </Button>
  )
}
