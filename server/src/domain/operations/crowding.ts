/**
 * How close together what concerns one aircraft or one person may lie (data §5.12). Nobody flies more; and whatever
 * follows from what lies around a flight or a duty then looks at a bounded number of rows (threats row 436).
 */
export const MAX_AIRCRAFT_FLIGHTS_A_DAY = 60
export const MAX_MEMBER_FLIGHTS_A_DAY = 24
export const MAX_MEMBER_DUTIES_A_DAY = 24
/** Flights that are planned of one aircraft: a change of its type assesses all of them anew. */
export const MAX_FLIGHTS_AHEAD = 3_000
