// @ts-check
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { median, round } from '../statistics.mjs';
import { NO_LIMIT } from './with-fleet.mjs';

/** @typedef {import('./with-fleet.mjs').Bench} Bench */
/** @typedef {import('./with-fleet.mjs').Fleet} Fleet */

/** The agent whose leads all contenders move. */
export const AGENT = 'agent_many';
const figuresSchema = z.object({ ms: z.number(), peakMiB: z.number() });

/**
 * One way to move all leads of an agent.
 * @typedef {object} Contender
 * @property {(round: number) => Promise<Run>} run
 */

/** @typedef {{ seconds: number, peakMiB: number, complete: boolean }} Run `complete`: each lead arrived, and once */

/**
 * Runs the contenders in turn, so that what else the machine does meets all.
 * @param {Bench} bench
 * @param {Record<string, Contender>} contenders
 * @param {number} rounds
 */
export async function byTurns({ say }, contenders, rounds) {
	/** @type {Record<string, Run[]>} */
	const runs = {};
	for (let turn = 0; turn < rounds; turn += 1) {
		for (const [name, contender] of Object.entries(contenders)) {
			const run = await contender.run(turn);
			(runs[name] ??= []).push(run);
			say(`${name}: ${run.seconds.toFixed(1)} s, ${run.peakMiB} MiB.`);
		}
	}
	return runs;
}

/**
 * @param {Record<string, Run[]>} runs
 * @param {number} leads
 * @param {string} place where each lead has to be once
 * @returns the figures of each contender, its median seconds, and which contenders lost or doubled a lead
 */
export function summaryOf(runs, leads, place) {
	const times = Object.fromEntries(
		Object.entries(runs).map(([name, all]) => [name, median(all.map(({ seconds }) => seconds))]),
	);
	const figures = Object.fromEntries(
		Object.entries(runs).map(([name, all]) => [
			name,
			{
				seconds: { median: round(times[name] ?? 0), all: all.map(({ seconds }) => round(seconds)) },
				leadsPerSecond: Math.round(leads / (times[name] ?? 1)),
				peakMiB: Math.max(...all.map(({ peakMiB }) => peakMiB)),
			},
		]),
	);
	const incomplete = Object.entries(runs).filter(([, all]) => all.some(({ complete }) => !complete));
	return {
		times,
		figures: { leads, requestsPerMinute: NO_LIMIT, ...figures },
		shortfalls: incomplete.map(([name]) => `${name}: some lead is not in ${place} once.`),
	};
}

/**
 * Runs a loop that somebody would write by hand, in a process of its own.
 * @param {Fleet} fleet
 * @param {string} program its file in this folder
 * @param {string[]} args after the address of the list
 * @param {'leads' | 'conversations' | 'qa-pairs'} list of the agent
 */
export async function runByHand({ sandbox }, program, args, list = 'leads') {
	const file = fileURLToPath(new URL(program, import.meta.url));
	const url = `${sandbox.apiUrl}/api/v1/agents/${AGENT}/${list}`;
	const env = { ...process.env, API_KEY: sandbox.apiKey };
	const said = await runCommand(process.execPath, [file, url, ...args], { env });
	const { ms, peakMiB } = figuresSchema.parse(JSON.parse(said.trim().split('\n').at(-1) ?? ''));
	return { seconds: ms / 1000, peakMiB };
}
