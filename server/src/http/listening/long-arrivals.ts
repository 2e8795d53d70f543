/**
 * Connections on which a file arrives: Node tells once that their request did not arrive in full within the time of
 * other requests, which does not end it. Whoever reads the file has limits of its own, and takes it out at its end.
 */
import type { Socket } from 'node:net'

export const longArrivals = new WeakSet<Socket>()
