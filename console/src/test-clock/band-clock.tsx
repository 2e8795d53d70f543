/** What the clock of the sandbox says, in the band above every page of it (events §4). */
import { Link } from '@tanstack/react-router'
import { utcFull } from '../text/instant.ts'
import { aheadWords } from './running-clock.ts'
import { useTestClock } from './use-clock.ts'
import './test-clock.css'

export const BandClock = () => {
  const shown = useTestClock()
  if (!shown?.clock) return null
  const { clock, now } = shown
  return (
    <span className="band-clock">
      {clock.aheadSeconds > 0 ? (
        <>
          Test clock{' '}
          <code>
            <b>{utcFull(now)}</b>
          </code>
          , {aheadWords(clock.aheadSeconds)} ahead
        </>
      ) : (
        'World’s time'
      )}{' '}
      · <Link to="/test-clock">Move it</Link>
    </span>
  )
}
