import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { GatewayClient } from './gateway-client';
import { keyedWrite } from './keyed-write';
import type { Terminal } from './terminal';

const notes: string[] = [];
const terminal: Terminal = {
	result: () => undefined,
	note: (text) => {
		notes.push(text);
	},
	interactive: false,
	screen: null,
	env: {},
	cwd: '/',
};
beforeEach(() => notes.splice(0));

const REFUSED = { type: 'too_many_requests', title: 'Too many requests', status: 429, detail: 'Later.', issues: [] };

/** A gateway that reads a request, and then does this with it. */
async function startThrough(answer: 'lost' | 422 | 429, key?: string): Promise<{ thrown: unknown; sent: string }> {
	const seen: IncomingHttpHeaders[] = [];
	const server = createServer((request, response) => {
		seen.push(request.headers);
		request.resume();
		if (answer === 'lost') request.socket.destroy();
		else response.writeHead(answer, { 'content-type': 'application/json' }).end(JSON.stringify(REFUSED));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const client = new GatewayClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 't');
	try {
		const thrown: unknown = await keyedWrite(terminal, key, (used) => client.start('lead-export', used, {})).catch(
			(error: unknown) => error,
		);
		return { thrown, sent: z.string().parse(seen[0]?.['idempotency-key']) };
	} finally {
		server.close();
	}
}

it('tells the key that was used when the answer is lost, so that the same command finds what became of it', async () => {
	const { thrown, sent } = await startThrough('lost');
	expect(thrown).toMatchObject({ exitCode: 3 });
	expect(notes.join()).toContain(`--key ${sent}`);
});

it("uses the caller's own key", async () => {
	expect((await startThrough('lost', 'mine')).sent).toBe('mine');
	expect(notes.join()).toContain('--key mine');
});

it.each([422, 429] as const)('says nothing of a key when the gateway has refused with %d', async (status) => {
	const { thrown } = await startThrough(status);
	expect(thrown).toBeInstanceOf(Error);
	expect(notes).toEqual([]);
});
