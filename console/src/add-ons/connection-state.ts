/** Whether an application is really connected: allowed, working, and with a refresh token that is alive. */
export interface Connectable {
  readonly isWorking: boolean
  readonly fullestGauge: object | null
}

export type ConnectionState = 'connected' | 'suspended' | 'ended'

export const connectionState = ({ isWorking, fullestGauge }: Connectable): ConnectionState => {
  if (!isWorking) return 'suspended'
  return fullestGauge === null ? 'ended' : 'connected'
}
