/** Amber across the whole page, before everything else: nothing here is real. */
import type { ReactNode } from 'react'
import { Icon } from '../parts/icon.tsx'
import './sandbox-band.css'

export const SandboxBand = ({ children }: { readonly children?: ReactNode }) => (
  <section className="sandbox-band" aria-label="Environment">
    <b>
      <Icon name="flask" />
      SANDBOX
    </b>
    <span>Test data only. Nothing done here reaches production.</span>
    {children}
  </section>
)
