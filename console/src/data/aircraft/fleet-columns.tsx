/** What the fleet's list shows beyond its fields: hours flown, and what grounds an aircraft now. */
import { Moment } from '../../parts/moment.tsx'
import { Tag } from '../../parts/tag.tsx'
import { grouped } from '../../text/count.ts'
import type { OwnColumns } from '../columns.tsx'
import type { Row } from '../kinds.ts'
import { hoursOf, spelled } from '../spelled.ts'
import { aroundNow } from '../time-span.ts'

interface Fleet {
  readonly hours: { readonly airframeMinutes: number; readonly cycles: number }
  readonly unavailabilityList: readonly { readonly reason: string; readonly note: string | null; readonly to: string }[]
}

const ownOf = (row: Row): Fleet => row as unknown as Fleet

const Block = ({ row }: { readonly row: Row }) => {
  const [block] = ownOf(row).unavailabilityList
  if (!block) return <span className="muted">–</span>
  return (
    <span className="row">
      <Tag tone={block.reason === 'AOG' ? 'fail' : 'solid'}>{spelled(block.reason)}</Tag>
      <span className="small muted">
        {block.note !== null && `${block.note}, `}to <Moment at={block.to} />
      </span>
    </span>
  )
}

export const FLEET_COLUMNS: OwnColumns = {
  more: {
    declares: '$now: IntervalInput!',
    selection: 'hours { airframeMinutes cycles } unavailabilityList(interval: $now) { reason note to }',
  },
  variables: () => ({ now: aroundNow() }),
  columns: [
    {
      name: 'airframeMinutes',
      label: 'Airframe',
      isNumber: true,
      room: 85,
      cell: (row) => `${hoursOf(ownOf(row).hours.airframeMinutes)} h`,
      sort: (row) => ownOf(row).hours.airframeMinutes,
      file: (row) => ownOf(row).hours.airframeMinutes,
    },
    {
      name: 'cycles',
      label: 'Cycles',
      isNumber: true,
      room: 85,
      cell: (row) => grouped(ownOf(row).hours.cycles),
      sort: (row) => ownOf(row).hours.cycles,
      file: (row) => ownOf(row).hours.cycles,
    },
    {
      name: 'notAvailable',
      label: 'Not available',
      isWide: true,
      room: 160,
      cell: (row) => <Block row={row} />,
      sort: (row) => ownOf(row).unavailabilityList[0]?.to ?? null,
    },
  ],
}
