/**
 * The time that this process computed during the work, in milliseconds. What the machine did meanwhile does not count, so a
 * test may bound it.
 */
export function cpuMsOf(work: () => void): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}
