/**
 * What a change of validity reaches: one tenant, one application at all tenants, the reference data, or the clocks of sandboxes. Each area has
 * an epoch of its own, so that a revocation at one operator makes no process forget the tokens of another.
 */
export type ValidityArea = `tenant/${string}` | `application/${string}` | 'reference' | 'test-clocks'

export const tenantArea = (tenantId: string): ValidityArea => `tenant/${tenantId}`

export const applicationArea = (clientId: string): ValidityArea => `application/${clientId}`

export const REFERENCE_AREA: ValidityArea = 'reference'

/** The clocks of sandboxes: one area, as few are ever moved. */
export const TEST_CLOCK_AREA: ValidityArea = 'test-clocks'

/** Everything, where nobody can tell what changed: word of a change may have been lost. */
export type ChangedAreas = readonly ValidityArea[] | 'everything'
