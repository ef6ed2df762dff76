import type { FastifyInstance } from 'fastify';
import { html } from 'hono/html';
import { z } from 'zod';
import type { Agent } from '../database/agents-repository';
import { GENERATED_KINDS, type GenerateOptions } from '../demo/generate';
import { parsePart } from '../problems/parse-part';
import { allAgents, selectedAgent, type DashboardServices } from './dashboard-services';
import { type Page, sendPage } from './page';
import { agentOptions } from './parts';

const generateFormSchema = z.strictObject({
	agent: z.string(),
	kind: z.enum(GENERATED_KINDS),
	count: z.coerce.number().int().min(1).max(5_000_000),
	days: z.coerce.number().int().min(1).max(3650),
});

/** Generates leads, conversations and cash-on-delivery confirmations. */
export function generatePages(app: FastifyInstance, services: DashboardServices): void {
	app.get('/dashboard/generate', (_request, reply) => sendPage(reply, generatePage({ agents: allAgents(services) })));
	app.post('/dashboard/generate', async (request, reply) => {
		const { agent: agentId, ...options } = parsePart(generateFormSchema, request.body, 'form');
		const { seconds } = await services.generators.generate(selectedAgent(services, agentId), options);
		return sendPage(reply.code(201), generatePage({ agents: allAgents(services), made: { ...options, seconds } }));
	});
}

export interface GenerateView {
	agents: Agent[];
	/** The result of the last form. */
	made?: GenerateOptions & { seconds: number };
}

function generatePage({ agents, made }: GenerateView): Page {
	return {
		title: 'Generate',
		menu: '/dashboard/generate',
		content: html`${
				made &&
				html`<p class="notice" role="status">
					The sandbox created ${made.count.toLocaleString('en')} ${made.kind} in ${made.seconds} s.
				</p>`
			}
			<p>
				Fills an agent with invented leads, conversations or cash-on-delivery confirmations, to test with large data.
			</p>
			<form method="post" action="/dashboard/generate" class="fields">
				<label
					>Agent
					<select name="agent">
						${agentOptions(agents)}
					</select></label
				>
				<label
					>What
					<select name="kind">
						${GENERATED_KINDS.map((kind) => html`<option>${kind}</option>`)}
					</select></label
				>
				<label
					>How many (at most 5,000,000) <input name="count" type="number" min="1" max="5000000" value="1000" required
				/></label>
				<label
					>Spread over this many past days <input name="days" type="number" min="1" max="3650" value="365" required
				/></label>
				<button>Generate</button>
			</form>
			<p class="faint">A million leads take about a minute.</p>`,
	};
}
