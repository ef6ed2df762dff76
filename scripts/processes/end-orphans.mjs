// @ts-check
/**
 * Runs beside a start, and ends its services when it can no longer do so itself: after `kill -9` nothing of it runs,
 * but the operating system closes this program's standard input. Each line of it is the id of a process that leads a
 * group of its own.
 */
import { createInterface } from 'node:readline';
import { stopGroup } from './kill-group.mjs';

/** @type {number[]} */
const leaders = [];
for await (const line of createInterface({ input: process.stdin })) leaders.push(Number(line));
await Promise.all(leaders.map((pid) => stopGroup(pid)));
