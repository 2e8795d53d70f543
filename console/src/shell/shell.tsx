/**
 * The frame around every page: band, rail, content. It waits for the viewer, because everything else depends on who
 * that is; without a session it leads to the sign-in page, which leads back.
 */
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { asGraphFailure } from '../graph/failure.ts'
import { signInAddress } from '../graph/sign-in-address.ts'
import { FailureNote } from '../states/failure-note.tsx'
import { Loading } from '../states/loading.tsx'
import { BandClock } from '../test-clock/band-clock.tsx'
import { FirstFrame } from './first-frame.tsx'
import { FIRST_PLACES } from './first-places.ts'
import { Rail } from './rail.tsx'
import { SandboxBand } from './sandbox-band.tsx'
import { mayDo, viewerQuery } from './viewer.ts'
import './shell.css'

const Waiting = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
  const isSignedOut = error !== null && asGraphFailure(error).kind === 'signed-out'
  useEffect(() => {
    if (isSignedOut) location.assign(signInAddress())
  }, [isSignedOut])
  return (
    <FirstFrame places={FIRST_PLACES}>
      {error === null || isSignedOut ? <Loading /> : <FailureNote error={error} onRetry={onRetry} />}
    </FirstFrame>
  )
}

export const Shell = () => {
  const { data, error, refetch } = useQuery(viewerQuery)
  const { pathname } = useLocation()
  if (!data) return <Waiting error={error} onRetry={refetch} />
  const { viewer } = data
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      {viewer.environment === 'sandbox' && (
        <SandboxBand>{mayDo(viewer, 'settings:write') && <BandClock />}</SandboxBand>
      )}
      <div className="shell">
        <Rail viewer={viewer} here={pathname} />
        <main className="content" id="content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </>
  )
}
