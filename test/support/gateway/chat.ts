import { createServer } from 'node:http';
import { z } from 'zod';
import { eventually } from '../time/eventually';
import {
	type ReceivedSlackMessage,
	type ReceivedTeamsMessage,
	SLACK_BLOCKS_CHARACTERS,
	slackMessageSchema,
	TEAMS_BYTES,
	teamsMessageSchema,
} from '../../../worker/webhooks/testing/chat-rules';
import { listen } from '../network/listen';

/** What the chat does with the next message: an answer, or none after it kept the message. */
type Reaction = { status: number; body?: string; headers?: Record<string, string> } | 'keep and lose the response';

/** The incoming webhooks of Slack and Teams, on a free port. They refuse what the real ones refuse. */
export class Chat {
	readonly slack: ReceivedSlackMessage[] = [];
	readonly teams: ReceivedTeamsMessage[] = [];
	/** Why messages were refused. A test expects none. */
	readonly refused: string[] = [];
	/** Of the next messages, one each. Then the chat takes all. */
	readonly reactions: Reaction[] = [];

	private constructor(
		/** host:port */
		readonly host: string,
		readonly close: () => Promise<void>,
	) {}

	static async start(): Promise<Chat> {
		const server = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const reaction = chat.take(request.url ?? '', Buffer.concat(chunks).toString());
				if (reaction === 'keep and lose the response') response.destroy();
				else response.writeHead(reaction.status, reaction.headers).end(reaction.body);
			});
		});
		const { host, close } = await listen(server);
		const chat = new Chat(host, close);
		return chat;
	}

	get slackUrl(): string {
		return `http://${this.host}/services/T000/B000/slack-path-secret`;
	}

	get teamsUrl(): string {
		return `http://${this.host}/workflows/teams-path-secret?sig=teams-query-secret`;
	}

	forget(): void {
		for (const list of [this.slack, this.teams, this.refused, this.reactions]) list.length = 0;
	}

	async untilSlack(count: number): Promise<ReceivedSlackMessage[]> {
		await eventually(() => this.slack.length >= count, Boolean, 'each message is sent by a workflow of its own');
		return this.slack;
	}

	async untilTeams(count: number): Promise<ReceivedTeamsMessage[]> {
		await eventually(() => this.teams.length >= count, Boolean, 'each message is sent by a workflow of its own');
		return this.teams;
	}

	private take(path: string, content: string): Reaction {
		const reaction = this.reactions.shift();
		if (reaction !== undefined && reaction !== 'keep and lose the response') return reaction;
		const problem = path.startsWith('/services/') ? this.takeSlack(content) : this.takeTeams(content);
		if (problem === null) return reaction ?? { status: path.startsWith('/services/') ? 200 : 202, body: 'ok' };
		this.refused.push(problem);
		return { status: 400, body: 'invalid_blocks' };
	}

	private takeSlack(content: string): string | null {
		const { data, error } = slackMessageSchema.safeParse(JSON.parse(content));
		if (error) return z.prettifyError(error);
		if (JSON.stringify(data.blocks).length > SLACK_BLOCKS_CHARACTERS) return 'msg_blocks_too_long';
		this.slack.push(data);
		return null;
	}

	private takeTeams(content: string): string | null {
		if (Buffer.byteLength(content) > TEAMS_BYTES) return 'Request Entity Too Large';
		const { data, error } = teamsMessageSchema.safeParse(JSON.parse(content));
		if (error) return z.prettifyError(error);
		this.teams.push(data);
		return null;
	}
}
