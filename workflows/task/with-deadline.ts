import { CancellationScope, isCancellation, sleep } from '@temporalio/workflow';

/**
 * Runs `body` until `deadline` (milliseconds since 1970; null: without end), then cancels it.
 * Being cancelled from outside stays what it is.
 * @throws what `onPassed` makes, when the deadline has passed
 */
export async function withDeadline<Result>(
	deadline: number | null,
	body: () => Promise<Result>,
	onPassed: () => Error,
): Promise<Result> {
	if (deadline === null) return body();
	const work = new CancellationScope();
	const alarm = new CancellationScope();
	let passed = false;
	const rung = alarm
		.run(() => sleep(Math.max(1, deadline - Date.now())))
		.then(() => {
			passed = true;
			work.cancel();
		})
		.catch((error: unknown) => {
			if (!isCancellation(error)) throw error;
		});
	try {
		return await work.run(body);
	} catch (error) {
		throw passed && isCancellation(error) ? onPassed() : error;
	} finally {
		alarm.cancel();
		await rung;
	}
}
