/** Tells whether an application is connected: granted, not suspended, and with a live refresh token. */
export interface Connectable {
  readonly isWorking: boolean
  readonly fullestGauge: object | null
}

export type ConnectionState = 'connected' | 'suspended' | 'ended'

export const connectionState = ({ isWorking, fullestGauge }: Connectable): ConnectionState => {
  if (!isWorking) return 'suspended'
  return fullestGauge === null ? 'ended' : 'connected'
}
