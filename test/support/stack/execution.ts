import { parse } from 'flatted';
import { z } from 'zod';
import { textAt } from '../../../scripts/json.mjs';
import type { N8nClient } from '../../../scripts/n8n/rest-client.mjs';

const itemSchema = z.looseObject({ json: z.record(z.string(), z.unknown()) });
/** n8n's own tool executor gives out texts instead of objects: only the items that are asked for are looked into. */
const outputsSchema = z.array(z.array(z.unknown()).nullable());
const runSchema = z.looseObject({
	executionStatus: z.string().optional(),
	data: z.looseObject({ main: outputsSchema.optional(), ai_tool: outputsSchema.optional() }).optional(),
});
const errorSchema = z.looseObject({
	message: z.string(),
	description: z.string().nullish(),
	context: z.looseObject({ itemIndex: z.int().optional() }).optional(),
	node: z.looseObject({ name: z.string() }).optional(),
});
const dataSchema = z.looseObject({
	resumeToken: z.string().optional(),
	resultData: z.looseObject({
		runData: z.record(z.string(), z.array(runSchema)),
		error: errorSchema.optional(),
	}),
	executionData: z
		.looseObject({
			contextData: z.record(z.string(), z.record(z.string(), z.unknown())),
			nodeExecutionStack: z
				.array(
					z.looseObject({ node: z.looseObject({ name: z.string() }), data: z.looseObject({ main: outputsSchema }) }),
				)
				.optional(),
		})
		.optional(),
});
const rememberedSchema = z.object({
	waitId: z.string(),
	items: z.array(z.looseObject({ started: z.looseObject({ taskId: z.string() }) })),
});

export type Json = Record<string, unknown>;
/** The runs of each node. */
export type RunData = Record<string, z.infer<typeof runSchema>[]>;

/** An execution as n8n has stored it. */
export class Execution {
	private constructor(
		readonly id: string,
		readonly status: string,
		private readonly url: string,
		private readonly data: z.infer<typeof dataSchema>,
	) {}

	static async read(client: N8nClient, id: string): Promise<Execution> {
		const stored = await client.request('GET', `/rest/executions/${id}`);
		return new Execution(id, textAt(stored, 'status'), client.url, dataSchema.parse(parse(textAt(stored, 'data'))));
	}

	/** What n8n shows of an execution that failed: the sentences, the node, and the item. */
	get error(): { message: string; lines: string[]; node: string | undefined; item: number | undefined } | undefined {
		const { error } = this.data.resultData;
		if (error === undefined) return undefined;
		const { message, description, context, node } = error;
		return { message, lines: (description ?? '').split('\n'), node: node?.name, item: context?.itemIndex };
	}

	/** How often a node ran. */
	runs(node: string): number {
		return this.data.resultData.runData[node]?.length ?? 0;
	}

	/** What n8n stored of these nodes, as "Execute step" takes it. */
	runData(...nodes: string[]): RunData {
		const { runData } = this.data.resultData;
		return Object.fromEntries(Object.entries(runData).filter(([node]) => nodes.includes(node)));
	}

	/** What left a node by one of its outputs. */
	output(node: string, index = 0, run = 0): Json[] {
		const items = this.data.resultData.runData[node]?.[run]?.data?.main?.[index] ?? [];
		return z
			.array(itemSchema)
			.parse(items)
			.map(({ json }) => json);
	}

	/** What the trigger began the execution with, though n8n was killed before the trigger's own run was stored. */
	began(trigger: string): Json[] {
		const waiting = this.data.executionData?.nodeExecutionStack?.find(({ node }) => node.name === trigger);
		if (waiting === undefined) return this.output(trigger);
		const items = z.array(itemSchema).parse(waiting.data.main[0] ?? []);
		return items.map(({ json }) => json);
	}

	/** What a node gave to the AI agent that called it as a tool. */
	toolOutput(node: string): Json[] {
		const items = this.data.resultData.runData[node]?.[0]?.data?.ai_tool?.[0] ?? [];
		return z
			.array(itemSchema)
			.parse(items)
			.map(({ json }) => json);
	}

	/** The wait that the task node keeps with the execution, for its callback. */
	waitOf(node: string): { waitId: string; taskIds: string[] } {
		const kept = this.data.executionData?.contextData[`node:${node}`]?.['agentKnowledgeWait'];
		const { waitId, items } = rememberedSchema.parse(JSON.parse(z.string().parse(kept)));
		return { waitId, taskIds: items.map(({ started }) => started.taskId) };
	}

	/** Where the gateway calls back for a node. @throws when the execution has no token, which n8n gives it as it waits */
	resumeUrl(nodeId: string): URL {
		const { resumeToken } = this.data;
		if (resumeToken === undefined) throw new Error(`Execution ${this.id} has no resume token.`);
		const url = new URL(`/webhook-waiting/${this.id}/${nodeId}`, this.url);
		url.searchParams.set('signature', resumeToken);
		return url;
	}
}
