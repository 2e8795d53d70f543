/** Thrown at start: a node declares neither what it needs nor whom it is for, so the server does not serve it. */
export class UndeclaredNodes extends Error {}
