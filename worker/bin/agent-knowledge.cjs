#!/usr/bin/env node
// Committed, so that npm links the command when it installs, which is before anything is built.
'use strict';

const { existsSync } = require('node:fs');
const { join } = require('node:path');

const program = join(__dirname, '../dist/cli.js');
if (existsSync(program)) {
	require(program);
} else {
	console.error('agent-knowledge is not built yet. Run "npm run build" in the checkout, then try again.');
	process.exitCode = 2;
}
