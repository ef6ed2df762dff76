#!/usr/bin/env node
// @ts-check
/**
 * Installs the services on this server, as docs/install-systemd.md describes. Without `--apply` it changes nothing and
 * prints what it would do. A second run upgrades: it keeps the configuration, the secrets and the data.
 */
import { parseArgs } from 'node:util';
import { installation, workerOfCheckout } from './installation.mjs';
import { runSteps } from './steps.mjs';

const HELP = `Usage: node deploy/systemd/install.mjs [options]

Prints what it would do. With --apply it does it, as root.

  --apply             do it
  --worker PACKAGE    what npm installs: a tarball, or a version of the registry (default: the version of this checkout)
  --temporal FILE     the program temporal, version 1.5 (default: the one on the PATH)
  --without-temporal  this server uses a Temporal cluster, or Temporal Cloud
  --without-n8n       n8n runs elsewhere
  --no-start          install only; do not start or restart the services
  --root FOLDER       install into another root folder, for an image of a machine; implies --no-start
`;

const NEXT = 'Continue with "Configure and start" in docs/install-systemd.md.';

const { values } = parseArgs({
	options: {
		apply: { type: 'boolean', default: false },
		worker: { type: 'string' },
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
		const start = !values['no-start'] && values.root === '/';
		const steps = installation({
			worker: values.worker ?? (await workerOfCheckout()),
			temporal: values['without-temporal'] ? null : (values.temporal ?? 'temporal'),
			n8n: !values['without-n8n'],
			root: values.root,
			start,
		});
		if (values.apply && process.getuid?.() !== 0) throw new Error('Only root can install services. Run it with sudo.');
		await runSteps(steps, { apply: values.apply });
		if (!values.apply) console.log('\nNothing was changed. Add --apply to do this.');
		else console.log(start ? '\nInstalled, and started.' : `\nInstalled. ${NEXT}`);
	} catch (error) {
		console.error(`\n${error instanceof Error ? error.message : String(error)}`);
		process.exitCode = 1;
	}
}
