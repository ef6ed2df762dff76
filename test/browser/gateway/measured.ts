/* oxlint-disable test-time/no-timer, test-time/no-clock -- It measures. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';

/** The page does nothing for so long while its requests are counted. */
const IDLE_MS = 20_000;

/** Counts the requests to the API from now on. @returns ends it, and says how many there were */
export function countRequests(page: Page): () => number {
	let count = 0;
	const counting = (request: { url(): string }) => {
		if (new URL(request.url()).pathname.startsWith('/v1/')) count += 1;
	};
	page.on('request', counting);
	return () => {
		page.off('request', counting);
		return count;
	};
}

/** Requests to the API that an idle page makes, as a number per minute. */
export async function requestsPerMinute(page: Page): Promise<number> {
	const end = countRequests(page);
	await pause(IDLE_MS);
	return Math.round((end() * 60_000) / IDLE_MS);
}

/**
 * The time from a response of the gateway until the page shows it, in ms.
 * @param path of the response
 * @param act what makes the page ask
 */
export async function msUntilShown(
	page: Page,
	path: string,
	act: () => Promise<void>,
	shown: Locator,
): Promise<number> {
	const response = page.waitForResponse((each) => new URL(each.url()).pathname === path);
	await act();
	await (await response).finished();
	const began = performance.now();
	await shown.waitFor();
	return performance.now() - began;
}

/** For people who compare two versions. It is measured, and nothing fails because of it. */
export function note(what: string, value: number, unit: string): void {
	process.stdout.write(`${what}: ${Math.round(value)} ${unit}\n`);
}
