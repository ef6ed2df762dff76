import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** n8n-core reads its own key and folder when it is loaded, and writes a key where there is none. */
const folder = mkdtempSync(join(tmpdir(), 'agent-knowledge-n8n-'));
process.env['N8N_USER_FOLDER'] = folder;

afterAll(() => {
	rmSync(folder, { recursive: true, force: true });
});
