/** The statuses of a flight as the server describes them, and what stands beside them in the filter. */
import { kindNamed } from '../kinds.ts'
import type { Flight } from './flight-queries.ts'

export type FlightStatus = Flight['status']

/** Something may keep the flight from going as planned. */
export const AT_RISK = 'AT_RISK'

const described = kindNamed('Flight')?.fields.find(({ name }) => name === 'status')?.words ?? []

export const FLIGHT_STATUS_CHOICES = [AT_RISK, ...(described as readonly FlightStatus[])] as const
