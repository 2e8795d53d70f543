/** The portal's frame: it waits for the member, because every page is about their provider. */
import { PlatformShell } from '../platform/platform-shell.tsx'
import { usePortalFrame } from './portal-frame.tsx'

export const PortalShell = () => <PlatformShell {...usePortalFrame()} />
