/** Each round of a job has its own reservation of credits. */
export function reservationId(job: string, round: number): string {
  return `${job}:${round}`;
}

export function roundOf(reservation: string): { job: string; round: number } {
  const at = reservation.lastIndexOf(':');
  return { job: reservation.slice(0, at), round: Number(reservation.slice(at + 1)) };
}
