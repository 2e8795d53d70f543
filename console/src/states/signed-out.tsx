/** A page whose session ended before it had anything to show: on to sign-in, and from there back here. */
import { useEffect } from 'react'
import { signInAddress } from '../graph/sign-in-address.ts'
import { Empty } from './empty.tsx'

export const SignedOut = () => {
  useEffect(() => location.assign(signInAddress()), [])
  return (
    <div className="panel">
      <Empty icon="lock" title="Your session has ended" action={<a href={signInAddress()}>Sign in and go on</a>}>
        After signing in you are back on this page.
      </Empty>
    </div>
  )
}
