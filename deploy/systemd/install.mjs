#!/usr/bin/env node
// @ts-check
/**
 * Installs the services on this server, as docs/install-systemd.md describes. Without `--apply` it changes nothing and
 * prints what it would do. A second run upgrades: it keeps the configuration, the secrets and the data.
 */
import { parseArgs } from 'node:util';
import { installation } from './installation.mjs';
import { runSteps } from './steps.mjs';

const HELP = `Usage: node deploy/systemd/install.mjs [options]

Prints what it would do. With --apply it does it, as root.

  --apply             do it
  --worker PACKAGE    what npm installs: a tarball, or a version of the registry (default: agent-knowledge-worker@0.1.0)
  --temporal FILE     the program temporal, version 1.5 (default: the one on the PATH)
  --without-temporal  this server uses a Temporal cluster, or Temporal Cloud
  --without-n8n       n8n runs elsewhere
  --no-start          install only; do not start or restart the services
  --root FOLDER       install into another root folder, for an image of a machine; implies --no-start
`;

const { values } = parseArgs({
	options: {
		apply: { type: 'boolean', default: false },
		worker: { type: 'string', default: 'agent-knowledge-worker@0.1.0' },
		temporal: { type: 'string' },
		'without-temporal': { type: 'boolean', default: false },
		'without-n8n': { type: 'boolean', default: false },
		'no-start': { type: 'boolean', default: false },
		root: { type: 'string', default: '/' },
		help: { type: 'boolean', short: 'h', default: false },
	},
});

if (values.help) {
	console.log(HELP);
} else {
	try {
		const steps = installation({
			worker: values.worker,
			temporal: values['without-temporal'] ? null : (values.temporal ?? 'temporal'),
			n8n: !values['without-n8n'],
			root: values.root,
			start: !values['no-start'] && values.root === '/',
		});
		if (values.apply && process.getuid?.() !== 0) throw new Error('Only root can install services. Run it with sudo.');
		await runSteps(steps, { apply: values.apply });
		console.log(values.apply ? '\nInstalled.' : '\nNothing was changed. Add --apply to do this.');
	} catch (error) {
		console.error(`\n${error instanceof Error ? error.message : String(error)}`);
		process.exitCode = 1;
	}
}
