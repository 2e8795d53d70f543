#!/usr/bin/env node
/** The program: `airside-server <command>`. */
import { runCli } from './cli.ts'

process.exitCode = await runCli(process.argv.slice(2), process.env)
