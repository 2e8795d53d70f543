/** The four figures above the list of add-ons. */
import { sumOf, totalOf } from '../../charts/outcome.ts'
import { Strip } from '../../states/strip.tsx'
import { counted, grouped, share } from '../../text/count.ts'
import { isLongAllowed } from '../../text/unused.ts'
import { connectionState } from '../connection-state.ts'
import type { ConnectedAddOn } from '../queries.ts'

const unusedIn = (addOn: ConnectedAddOn): number =>
  isLongAllowed(addOn.changedAt) ? addOn.scopeList.filter(({ usedCount }) => usedCount === 0).length : 0

export const AddOnFigures = ({ addOns }: { readonly addOns: readonly ConnectedAddOn[] }) => {
  const today = sumOf(addOns.flatMap((addOn) => addOn.usage.bucketList.slice(-1)))
  const week = sumOf(addOns.flatMap((addOn) => addOn.usage.bucketList))
  const unused = addOns.reduce((sum, addOn) => sum + unusedIn(addOn), 0)
  const connected = addOns.filter((addOn) => connectionState(addOn) === 'connected').length
  const withUnused = addOns.filter((addOn) => unusedIn(addOn) > 0).length
  return (
    <Strip
      figures={[
        {
          name: 'Connected',
          value: grouped(connected),
          context:
            connected === addOns.length
              ? connected === 1
                ? 'application'
                : 'applications'
              : `of ${counted(addOns.length, 'application')}`,
        },
        { name: 'Requests, today', value: grouped(totalOf(today)), context: `${grouped(totalOf(week))} in 7 days` },
        {
          name: 'Failed, today',
          value: share(today.failedCount, totalOf(today)),
          context: counted(today.failedCount, 'request'),
        },
        {
          name: 'Allowed but unused, 30 days',
          value: counted(unused, 'scope'),
          context: `in ${counted(withUnused, 'application')}`,
        },
      ]}
    />
  )
}
