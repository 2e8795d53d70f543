/** Which columns a file of this kind may have, and a file to begin with. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../graph/query.ts'
import { Icon } from '../parts/icon.tsx'
import { Panel } from '../parts/panel.tsx'
import { Loaded } from '../states/loaded.tsx'
import { KIND_WORDS } from './kinds.ts'
import { IMPORT_COLUMNS, type ImportColumns, type ImportKind } from './queries.ts'

/** A file with the header alone. */
const headerFile = ({ columnList }: ImportColumns): string =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(`${columnList.join(',')}\r\n`)}`

export const ColumnHelp = ({ kind }: { readonly kind: ImportKind }) => {
  const query = useQuery(queryOf(IMPORT_COLUMNS, {}))
  return (
    <Panel title="Columns it may have" hint="in any order">
      <Loaded query={query}>
        {({ importColumnList }) => {
          const columns = importColumnList.find((one) => one.kind === kind)
          if (!columns) return null
          return (
            <div className="panel-body stack-tight">
              <ul className="import-columns">
                {columns.fieldList.map(({ column, label }) => (
                  <li key={column}>
                    {columns.requiredList.includes(column) ? <b>{label}</b> : label}{' '}
                    <code className="muted">{column}</code>
                  </li>
                ))}
              </ul>
              <p className="small muted">
                A new record needs the <b>bold</b> ones; an id will do in place of what it names. Times are UTC, such as
                2026-11-15T09:30Z; days 2026-11-15; airports ICAO or IATA. {KIND_WORDS[kind].isKnownBy}
              </p>
              <span>
                <Button
                  component="a"
                  size="xs"
                  href={headerFile(columns)}
                  download={`${KIND_WORDS[kind].label.toLowerCase()}.csv`}
                  leftSection={<Icon name="download" />}
                >
                  Empty file with these columns
                </Button>
              </span>
            </div>
          )
        }}
      </Loaded>
    </Panel>
  )
}
