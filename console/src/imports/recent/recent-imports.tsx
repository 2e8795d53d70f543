/** What was imported in the last day, and the way to undo it. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { usePages } from '../../graph/pages.ts'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Cell, NameCell, Row, Table } from '../../parts/table.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import { personName } from '../../text/party-name.ts'
import { countedKind } from '../kinds.ts'
import { type Import, RECENT_IMPORTS } from '../queries.ts'
import { UndoDialog } from './undo-dialog.tsx'

const byWhom = ({ by }: Import): string => {
  if (by?.person) return personName(by.person)
  return by?.kind === 'HOST' ? 'the host' : ''
}

/** What there is none of is left out. */
const did = ({ createdCount, updatedCount, kind }: Import): string => {
  const changed = createdCount > 0 ? `${updatedCount} changed` : `${countedKind(updatedCount, kind)} changed`
  if (updatedCount === 0) return createdCount === 0 ? 'nothing new' : `${countedKind(createdCount, kind)} added`
  return createdCount === 0 ? changed : `${countedKind(createdCount, kind)} added, ${changed}`
}

const ImportRow = ({ one, onUndo }: { readonly one: Import; readonly onUndo: () => void }) => (
  <Row isFaint={one.undoneAt !== null}>
    <NameCell>{one.fileName ?? 'a file'}</NameCell>
    <Cell label="When">
      <Moment at={one.at} />
    </Cell>
    <Cell label="By">{byWhom(one)}</Cell>
    <Cell label="Did">{did(one)}</Cell>
    <Cell kind="action">
      {one.undoneAt === null ? (
        <Button size="xs" onClick={onUndo}>
          Undo<span className="unseen"> {one.fileName ?? 'this import'}</span>
        </Button>
      ) : (
        <span className="small">
          Undone <Moment at={one.undoneAt} />
        </span>
      )}
    </Cell>
  </Row>
)

export const RecentImports = () => {
  const { query, nodes } = usePages(
    RECENT_IMPORTS,
    (page) => ({ page }),
    (data) => data.importList,
  )
  const { error, refetch } = query
  const [undoing, setUndoing] = useState<Import | null>(null)
  const list = nodes ?? []
  return (
    <>
      {(list.length > 0 || error !== null) && (
        <Panel title="Imported in the last 24 hours" hint="can be undone for so long">
          <FailureNote
            error={error}
            stale={nodes ? 'This is not up to date.' : 'What was imported cannot be shown.'}
            onRetry={() => refetch()}
          />
          {list.length > 0 && (
            <Table
              fitsFrom={640}
              label="Imports"
              columns={['File', 'When', 'By', 'Did', { name: 'Actions', isUnseen: true }]}
            >
              {list.map((one) => (
                <ImportRow key={one.importId} one={one} onUndo={() => setUndoing(one)} />
              ))}
            </Table>
          )}
          {query.hasNextPage && (
            <div className="table-foot">
              <Button size="xs" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </Panel>
      )}
      {undoing !== null && <UndoDialog one={undoing} onClose={() => setUndoing(null)} />}
    </>
  )
}
