//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"funmem/repl/suite"
)

// cluster is a controller of Slurm's and two nodes, all on this machine.
type cluster struct {
	dir   string
	nodes map[string]*exec.Cmd
	env   []string
}

// startSlurm starts a cluster. It skips the test without REQUIRE_SLURM, and fails with it where there can be none.
func startSlurm(t *testing.T) *cluster {
	if os.Getenv("REQUIRE_SLURM") == "" {
		t.Skip("a cluster takes minutes: REQUIRE_SLURM=1 starts it")
	}
	for _, name := range []string{"slurmctld", "slurmd", "sbatch", "squeue"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Fatal("Slurm is not installed: ", err)
		}
	}
	if os.Getuid() != 0 {
		t.Fatal("a cluster of several nodes on one machine needs the rights of root")
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	c := &cluster{dir: t.TempDir(), nodes: map[string]*exec.Cmd{}}
	conf := filepath.Join(c.dir, "slurm.conf")
	text := strings.NewReplacer("HOST", host, "DIR", c.dir).Replace(`ClusterName=t
SlurmctldHost=HOST(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
SlurmctldPort=16917
SchedulerParameters=sched_interval=1,sched_min_interval=0
StateSaveLocation=DIR/state
SlurmdSpoolDir=DIR/spool.%n
SlurmctldLogFile=DIR/ctld.log
SlurmdLogFile=DIR/log.%n
SlurmctldPidFile=DIR/ctld.pid
SlurmdPidFile=DIR/pid.%n
NodeName=node1 NodeHostname=HOST NodeAddr=127.0.0.1 Port=16921 CPUs=1
NodeName=node2 NodeHostname=HOST NodeAddr=127.0.0.1 Port=16922 CPUs=1
PartitionName=p Nodes=node1,node2 Default=YES State=UP
`)
	if err := os.WriteFile(conf, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	c.env = append(os.Environ(), "SLURM_CONF="+conf)
	start := func(name string, args ...string) *exec.Cmd {
		cmd := exec.Command(name, args...)
		cmd.Env = c.env
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	ctld := start("slurmctld", "-D", "-f", conf)
	for _, node := range []string{"node1", "node2"} {
		c.nodes[node] = start("slurmd", "-D", "-f", conf, "-N", node)
	}
	t.Cleanup(func() {
		c.command("scancel", "--user=root").Run()
		time.Sleep(time.Second) // the nodes end what runs
		for _, cmd := range append([]*exec.Cmd{ctld}, c.nodes["node1"], c.nodes["node2"]) {
			cmd.Process.Kill()
			cmd.Wait()
		}
	})
	for began := time.Now(); ; time.Sleep(300 * time.Millisecond) {
		out, _ := c.command("sinfo", "--noheader", "--Node", "--format=%T").CombinedOutput()
		if strings.Count(string(out), "idle") == 2 {
			return c
		}
		if time.Since(began) > time.Minute {
			log, _ := os.ReadFile(filepath.Join(c.dir, "ctld.log"))
			t.Fatalf("the nodes are not idle:\n%s\n%s", out, log)
		}
	}
}

// command is a command of Slurm's for this cluster.
func (c *cluster) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Env = c.env
	return cmd
}

// killTree kills a process and all that it has started.
func killTree(pid int) {
	syscall.Kill(pid, syscall.SIGSTOP) // so that it starts no other
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	for _, child := range strings.Fields(string(children)) {
		if k, err := strconv.Atoi(child); err == nil {
			killTree(k)
		}
	}
	syscall.Kill(pid, syscall.SIGKILL)
}

// kill ends a node with all its jobs, as if its power were cut, if there are any. It returns how many.
func (c *cluster) kill(t *testing.T, node string) (jobs int) {
	out, err := c.command("squeue", "--noheader", "--nodelist="+node, "--states=R", "--format=%A").Output()
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now().Add(-10 * time.Minute)
	for _, job := range strings.Fields(string(out)) {
		lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		for _, file := range lines {
			text, _ := os.ReadFile(file)
			info, err := os.Stat(filepath.Dir(file))
			if err == nil && info.ModTime().After(began) && strings.HasPrefix(string(text), "slurmstepd: ["+job+".") {
				pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
				c.nodes[node].Process.Signal(syscall.SIGSTOP) // so that it does not report the end
				killTree(pid)
				jobs++
			}
		}
	}
	if jobs > 0 {
		c.nodes[node].Process.Kill()
	}
	return jobs
}

// TestSlurm runs a suite on a real Slurm and kills one of its nodes: the results are those of a suite on one machine.
func TestSlurm(t *testing.T) {
	c := startSlurm(t)
	binary, dir, work := ownBinary(t), t.TempDir(), t.TempDir()
	for k := range 8 {
		text := fmt.Sprintf("def f (n : int) = loop (s = %d) for i <= n do (s + i) %% 1000\nf(%d) / %d\n", k, 4_000_000, k%2)
		if err := os.WriteFile(fmt.Sprintf("%s/p%d.fun", dir, k), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	whole := filepath.Join(work, "whole")
	exec.Command(binary, "suite", dir, "--out", whole).Run() // with status 1: some of the programs are wrong
	out := filepath.Join(work, "joined")
	cmd := c.command(binary, "suite", "submit", "--slurm", dir, "--shards", "8", "--out", out, "--poll", "500ms")
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	killed := 0
	for range 600 {
		time.Sleep(100 * time.Millisecond)
		if killed = c.kill(t, "node1"); killed > 0 {
			break
		}
	}
	began := time.Now()
	cmd.Wait()
	t.Logf("killed with %d jobs; the rest took %s\n%s", killed, time.Since(began).Round(time.Second), said.String())
	if killed == 0 {
		t.Error("no job was killed: the test tells nothing")
	}
	if time.Since(began) < 10*time.Second {
		t.Error("nothing waited for the dead node: the test tells nothing")
	}
	want, err := suite.ReadResults(whole)
	if err != nil {
		t.Fatal(err)
	}
	got, err := suite.ReadResults(out)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Lines) != 8 || got.Header.Whole != want.Header.Whole {
		t.Errorf("%d results", len(got.Lines))
	}
	verdict := map[string]suite.Verdict{}
	for _, one := range want.Lines {
		verdict[one.Case] = one.Verdict
	}
	for _, one := range got.Lines {
		if one.Verdict != verdict[one.Case] || len(one.Disagree) > 0 {
			t.Errorf("%s: %s, and on one machine %s", one.Case, one.Verdict, verdict[one.Case])
		}
	}
}
