#!/usr/bin/env node
import { runProcess } from '../dist/main.js';

await runProcess();
