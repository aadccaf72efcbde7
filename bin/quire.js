#!/usr/bin/env node
// Old versions of Node read this file too: see require-node.js.
import './require-node.js'

import('./start.js')
