// @ts-check
import { parse } from 'csv-parse';
import { request } from 'undici';
import { z } from 'zod';
import { CONNECTION } from '../rate/start-fleet.mjs';
import { beginTask, resultOf } from './fleet-tasks.mjs';

/** @typedef {import('../rate/fleet-client.mjs').Fleet} Fleet */

const resultSchema = z.looseObject({
	rows: z.number(),
	file: z.looseObject({ bytes: z.number(), link: z.string() }),
	audit: z.looseObject({
		pages: z.number(),
		stepsBack: z.number(),
		conversations: z.object({ read: z.number(), missing: z.number() }).optional(),
	}),
});

/**
 * Exports all leads of an agent to CSV.
 * @param {Fleet} fleet
 * @param {{ agentId: string, key?: string, conversation?: string }} task
 * @returns what the task says of its file, and the seconds from its start to its end
 */
export async function exportLeads(fleet, { agentId, key = agentId, conversation }) {
	const began = performance.now();
	const path = await beginExport(fleet, { agentId, key, conversation });
	const result = resultSchema.parse(await resultOf(fleet, path));
	return { path, seconds: (performance.now() - began) / 1000, ...result };
}

/**
 * @param {Fleet} fleet
 * @param {{ agentId: string, key: string, conversation?: string }} task `conversation`: its form. Default: leads without
 * @returns {Promise<string>} the path of the task
 */
export function beginExport(fleet, { agentId, key, conversation }) {
	return beginTask(fleet, 'lead-export', {
		key,
		input: { connection: CONNECTION, agentIds: [agentId], format: 'csv', conversation },
	});
}

/**
 * Reads the file of an export whole.
 * @param {Fleet} fleet
 * @param {{ file: { link: string } }} made
 * @param {number} leads how many different ones have to be in it
 * @returns {Promise<boolean>} whether each is in it, and once
 */
export async function hasEachLeadOnce({ gateway }, { file }, leads) {
	const headers = { authorization: `Bearer ${gateway.token}` };
	const { statusCode, body } = await request(gateway.url + file.link, { headers });
	if (statusCode !== 200) throw new Error(`${file.link} was answered with ${statusCode}.`);
	return hasEachOnce(body, leads);
}

/**
 * @param {import('node:stream').Readable} csv with a column `id`
 * @param {number} leads
 */
export async function hasEachOnce(csv, leads) {
	const ids = new Set();
	let rows = 0;
	for await (const { id } of csv.pipe(parse({ columns: true, bom: true }))) {
		ids.add(id);
		rows += 1;
	}
	return rows === leads && ids.size === leads;
}
