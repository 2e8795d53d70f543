/**
 * How close together what concerns one aircraft or one person may lie (data §5.12). Nobody flies more; and whatever
 * follows from what lies around a flight or a duty, or from all papers of a person and all blocks of an aircraft, then looks
 * at a bounded number of rows (threats rows 436 and 460).
 */
export const MAX_AIRCRAFT_FLIGHTS_A_DAY = 60
export const MAX_MEMBER_FLIGHTS_A_DAY = 24
export const MAX_MEMBER_DUTIES_A_DAY = 24
/** Flights that are planned of one aircraft: a change of its type assesses all of them anew. */
export const MAX_FLIGHTS_AHEAD = 3_000
/** Papers of one person, those that are over included: thirty years of checks twice a year and all that expires. */
export const MAX_MEMBER_QUALIFICATIONS = 500
/** Blocks of one aircraft that are not over: three years of them, one a day. */
export const MAX_BLOCKS_AHEAD = 1_000
/** Blocks of one aircraft that begin within a day, also long ago. */
export const MAX_AIRCRAFT_BLOCKS_A_DAY = 60
