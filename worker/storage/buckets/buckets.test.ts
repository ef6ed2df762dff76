import { startSilentServer } from '../blobs/testing/silent-server';
import { Buckets } from './buckets';

it('whoever waits for the look at a bucket is told soon that it does not answer', async () => {
	const server = await startSilentServer();
	try {
		await expect(new Buckets({ reports: server.bucket }, 300).check('reports')).rejects.toThrow(
			'The worker cannot write to the bucket "leads" (no response within 0.3 s).',
		);
	} finally {
		server.stop();
	}
});
