// @ts-check
import { z } from 'zod';
import { waitUntil } from '../../../scripts/processes/wait-until.mjs';
import { callsOf } from '../rate/fleet-client.mjs';
import { CONNECTION } from '../rate/start-fleet.mjs';
import { askGateway, beginTask, viewOf } from './fleet-tasks.mjs';

/** @typedef {import('../rate/fleet-client.mjs').Fleet} Fleet */

const reviewSchema = z.looseObject({ question: z.looseObject({ hash: z.string() }) });
const LOOK_EVERY_MS = 50;
const PATIENCE_MS = 120_000;

/**
 * A mail that waits for a person as soon as its mailbox was found.
 * @param {Fleet} fleet
 * @param {{ agentId: string, key: string }} mail
 * @returns {Promise<string>} the path of the task
 */
export function draftMail(fleet, { agentId, key }) {
	const input = {
		connection: CONNECTION,
		agentId,
		to: [`${key}@client.example`],
		subject: 'Your question',
		content: 'Thank you for asking. Shipping takes three days.',
	};
	return beginTask(fleet, 'email-send-with-review', { key, input });
}

/**
 * @param {Fleet} fleet
 * @param {string} path of the task
 */
export async function untilReviewing(fleet, path) {
	await waitUntil(`The review of ${path}`, async () =>
		(await viewOf(fleet, path)).stage === 'reviewing' ? true : null,
	);
}

/**
 * What a reviewer is shown, of which the hash is needed to decide.
 * @param {Fleet} fleet
 * @param {string} path of the task
 */
export async function hashOf(fleet, path) {
	const { question } = reviewSchema.parse(await askGateway(fleet, `${path}/review`));
	return question.hash;
}

/**
 * Approves a mail and waits until it is queued at the service. Only one at a time: the service's log names no task.
 * @param {Fleet} fleet
 * @param {{ agentId: string, path: string, hash: string }} mail
 * @returns {Promise<number>} milliseconds from the decision to the call that queues it, by the service's log
 */
export async function approve(fleet, { agentId, path, hash }) {
	const decidedAt = Date.now();
	const body = { action: 'approve', hash };
	await askGateway(fleet, `${path}/decision`, { key: `approve-${path}`, body });
	const queued = {
		method: 'POST',
		path: `/agents/${agentId}/email/replies`,
		since: new Date(decidedAt).toISOString(),
	};
	return waitUntil(
		`The mail of ${path}`,
		async () => {
			const [call] = await callsOf(fleet, queued);
			return call === undefined || call.status === null ? null : call.at - decidedAt;
		},
		{ timeoutMs: PATIENCE_MS, everyMs: LOOK_EVERY_MS },
	);
}
