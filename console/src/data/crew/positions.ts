/** Positions on board, in words. */
export const POSITION_WORDS = {
  CPT: 'Commander',
  FO: 'First officer',
  RELIEF: 'Relief pilot',
  FA: 'Flight attendant',
  ENG: 'Engineer',
  OBS: 'Observer',
  DHD: 'Deadhead',
} as const
