/** A moment: UTC on the page, the reader's own time on hover. */
import { localTime, utcDay, utcFull, utcMinutes, utcNear, utcSeconds, utcWeekdayTime } from '../text/instant.ts'

const FORMATS = {
  near: (at: Date) => utcNear(at, new Date()),
  full: utcFull,
  day: utcDay,
  seconds: utcSeconds,
  minutes: utcMinutes,
  weekday: utcWeekdayTime,
} as const

interface MomentProps {
  readonly at: string
  readonly as?: keyof typeof FORMATS
}

export const Moment = ({ at, as = 'near' }: MomentProps) => {
  const date = new Date(at)
  return (
    <time dateTime={at} title={localTime(date)}>
      {FORMATS[as](date)}
    </time>
  )
}

/** When something last happened; "never" where it did not. */
export const MomentOrNever = ({ at }: { readonly at: string | null }) => (at === null ? 'never' : <Moment at={at} />)
