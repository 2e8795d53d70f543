/** Tells whether an application is connected: granted, not suspended, and with a live refresh token. */
export interface Connectable {
  readonly isWorking: boolean
  readonly isSuspendedHere: boolean
  readonly fullestGauge: object | null
}

export type ConnectionState = 'connected' | 'suspended' | 'suspended-here' | 'ended'

/** Said in the list and on the page of the application. */
export const SUSPENDED_HERE =
  'Whoever runs this service suspended it here. Nothing of it works, and it cannot be connected again, until they resume it.'

export const connectionState = ({ isWorking, isSuspendedHere, fullestGauge }: Connectable): ConnectionState => {
  if (isSuspendedHere) return 'suspended-here'
  if (!isWorking) return 'suspended'
  return fullestGauge === null ? 'ended' : 'connected'
}
