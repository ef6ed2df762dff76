import { createServer } from 'node:net';
import { freePort } from '../../processes/free-port.mjs';
import { checkNodeVersion } from './node-version.mjs';
import { checkPorts } from './ports.mjs';

it('names each port that is taken, and the variable that moves it', async () => {
	const port = await freePort();
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	try {
		const check = checkPorts([{ port, variable: 'N8N_PORT', title: 'n8n' }]);
		await expect(check).rejects.toThrow(`Port ${port} (n8n) is in use. To use another port: N8N_PORT=`);
	} finally {
		server.close();
	}
});

it.each(['18.20.0', '20.18.3'])('refuses Node %s', (version) => {
	expect(() => checkNodeVersion(version)).toThrow('Node 20.19 or newer is needed');
});

it.each(['20.19.0', '22.0.0'])('takes Node %s', (version) => {
	expect(() => checkNodeVersion(version)).not.toThrow();
});
