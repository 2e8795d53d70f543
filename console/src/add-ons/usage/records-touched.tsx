/** What it touched: which kinds of records it read and wrote, how many, and when last. */

import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Cell, NameCell, Row, Table } from '../../parts/table.tsx'
import { Empty } from '../../states/empty.tsx'
import { grouped } from '../../text/count.ts'
import type { UsageShown } from '../queries.ts'
import { recordKindInWords } from './record-kinds.ts'
import { PERIODS, periodOf } from './usage-search.ts'

const Amount = ({ label, count }: { readonly label: string; readonly count: number }) => (
  <Cell label={label} kind="number" isMuted={count === 0}>
    {count === 0 ? 'none' : grouped(count)}
  </Cell>
)

export const RecordsTouched = ({ usage }: { readonly usage: UsageShown }) => (
  <Panel title="What it touched" hint={`${PERIODS[periodOf(usage)].words}, records not requests`}>
    {usage.recordList.length === 0 ? (
      <Empty icon="eye" title="No record was read or written in this period" />
    ) : (
      <Table
        fitsFrom={400}
        label="Records it touched"
        columns={['Records', { name: 'Read', align: 'number' }, { name: 'Written', align: 'number' }, 'Last']}
      >
        {usage.recordList.map(({ kind, readCount, writtenCount, lastAt }) => (
          <Row key={kind}>
            <NameCell>{recordKindInWords(kind)}</NameCell>
            <Amount label="Read" count={readCount} />
            <Amount label="Written" count={writtenCount} />
            <Cell label="Last">
              <Moment at={lastAt} />
            </Cell>
          </Row>
        ))}
      </Table>
    )}
  </Panel>
)
