/**
 * In how many pieces a body may come: the chunks of its sender, or what the connection brought at once. A piece of one
 * byte is six on the way and takes 2 to 4 µs, whoever reads it: a megabyte of them would keep everybody waiting for a
 * fifth of a second and more (threats row 417, ADR 216).
 */

/** Whatever the size: programs that write a body value by value, or flush each line, have hundreds. They take 6 ms. */
const FREE_PIECES = 2048
/** Beyond them, on the average. Pipes, proxies and libraries send thousands of bytes at once, slow lines more than 500. */
const BYTES_PER_PIECE = 256

export const mayHavePieces = (pieces: number, bytes: number): boolean =>
  pieces <= FREE_PIECES || (pieces - FREE_PIECES) * BYTES_PER_PIECE <= bytes

/** How many bytes of a body take as long as one piece of it. */
export const BYTES_WORTH_A_PIECE = 4
/** The same where bytes cost less: at 4 µs each, 5 for a millisecond (ADR 109). */
export const PIECES_FOR_COST = 50
